"""Compile the engine as one program: inner functions are only lowered, and optimised once, in the functions that
Python calls.

Left to itself, numba optimises and assembles every function as a module of its own that holds everything it calls:
the deeper the calls, the more often the same code is compiled. Here an inner function stops at its LLVM module; an
entry links the modules of all it reaches, each once, and compiles them together. The generated code is the same, the
time to compile a third.

This reaches into numba below its public interface. Where the installed version has not what is needed here, `_jit`
falls back to numba's own way, which is only slower to start.
"""

from __future__ import annotations

import ctypes

import llvmlite.binding as ll
from numba import _dynfunc
from numba.core import codegen, compiler, lowering, typed_passes
from numba.core.compiler_machinery import register_pass


# unlike "linkonce", a "weak" function is linked even where nothing that is there already calls it
SHARED = ll.Linkage.weak_odr


class WholeLibrary(codegen.JITCodeLibrary):
    """A library that links what it calls, directly or not, when it is finalised itself, and not before."""

    def add_linking_library(self, library):
        self._linking_libraries.append(library)

    def raw_module(self):
        """This library's own functions, before linking and optimisation, for linking into another library."""
        raw = getattr(self, "_raw", None)
        if raw is None:
            raw = self._raw = shared(self._final_module)
        return raw

    def finalize(self):
        self._raise_if_finalized()
        self.raw_module()
        seen = {self}
        waiting = list(self._linking_libraries)
        while waiting:
            library = waiting.pop()
            if library in seen:
                continue
            seen.add(library)
            self._reload_init.update(library._reload_init)
            if isinstance(library, WholeLibrary):
                module = library.raw_module()
                waiting += library._linking_libraries
            else:
                module = library._get_module_for_linking()
            self._final_module.link_in(module, preserve=True)
        for function in self._final_module.functions:
            if function.linkage == SHARED:  # nobody else needs it from here: what is unused can go
                function.linkage = ll.Linkage.internal
        self._optimize_final_module()
        self._final_module.verify()
        self._finalize_final_module()


def shared(module):
    """A copy of a module whose functions may be linked into several others."""
    copy = module.clone()
    for function in copy.functions:
        if not function.is_declaration and function.linkage == ll.Linkage.external:
            function.linkage = SHARED
    return copy


def _not_callable(*args):
    """Inner functions have no code of their own; numba reports the exception as a missing result."""
    raise TypeError("an inner function of the engine cannot be called from Python: see _jit.as_entry")


_STUB = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.py_object, ctypes.py_object, ctypes.py_object)(_not_callable)


def _stub(library, fndesc, env):
    """Something for numba to file the function under; it can be told apart and called, but only complains."""
    address = ctypes.cast(_STUB, ctypes.c_void_p).value
    return _dynfunc.make_function(fndesc.lookup_module(), fndesc.qualname.split(".")[-1], "", address, env, (library,))


class _Lowering(typed_passes.BaseNativeLowering):
    @property
    def lowering_class(self):
        return lowering.Lower

    def run_pass(self, state):
        state.library = WholeLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return super().run_pass(state)


@register_pass(mutates_CFG=True, analysis_only=False)
class EntryLowering(_Lowering):
    """Lower a function that Python calls and compile all it reaches."""

    _name = "meldwright_entry_lowering"


@register_pass(mutates_CFG=True, analysis_only=False)
class InnerLowering(_Lowering):
    """Lower a function that only other compiled functions call, and leave it at that."""

    _name = "meldwright_inner_lowering"

    def run_pass(self, state):
        context = state.targetctx
        own = context.get_executable
        context.get_executable = _stub
        try:
            return super().run_pass(state)
        finally:
            context.get_executable = own


def _pipeline(state, lowering_pass, name):
    builder = compiler.DefaultPassBuilder
    manager = compiler.PassManager(name)
    manager.passes.extend(builder.define_untyped_pipeline(state).passes)
    manager.passes.extend(builder.define_typed_pipeline(state).passes)
    manager.add_pass(compiler.NoPythonSupportedFeatureValidation, "check the features in use")
    manager.add_pass(compiler.IRLegalization, "make the IR legal")
    manager.add_pass(compiler.AnnotateTypes, "annotate types")
    manager.add_pass(lowering_pass, "lower")
    manager.add_pass(compiler.NoPythonBackend, "nopython backend")
    manager.finalize()
    return manager


class EntryCompiler(compiler.CompilerBase):
    """Compiler of the functions that Python calls."""

    def define_pipelines(self):
        return [_pipeline(self.state, EntryLowering, "entry")]


class InnerCompiler(compiler.CompilerBase):
    """Compiler of all other functions."""

    def define_pipelines(self):
        return [_pipeline(self.state, InnerLowering, "inner")]
