"""The rule language: patterns (what a meld is), contracts (what must be laid), expressions (conditions, amounts)."""
