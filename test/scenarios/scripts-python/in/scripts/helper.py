def joined(values):
    return "+".join(str(value) for value in values)
