"""From text files to a checked ruleset: positions, `extends`, overlays, schema, model, lint."""
