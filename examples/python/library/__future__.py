"""Names that a program may ask for from the future."""

annotations = division = absolute_import = print_function = unicode_literals = generator_stop = with_statement = nested_scopes = generators = True
