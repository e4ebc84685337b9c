#!/usr/bin/env python3
"""Writes the rows of element_types.inc from the schemas of the onnx package: element_types.py > element_types.inc.

A row names an operator, the opset that introduced the version, and the element types of its inputs and outputs:
  T         the type variable of the schema: all operands of one variable have one type
  float     the type itself, also for a variable that allows one only
  *         any type, related to no other operand
  T...      as many operands as the node has
  @to       the type that the attribute gives, by number or by its tensor; @dtype=T where it is left out
  @         the type of the node's only attribute
"""
import onnx
import onnx.defs

# What only the text of the page says: the type of an output that an attribute may give, where it does not.
DEFAULTS = {"EyeLike": "T1", "RandomNormalLike": "T1", "RandomUniformLike": "T1", "Bernoulli": "T1",
            "DequantizeLinear": "T2", "ConstantOfShape": "float"}
ATTRIBUTES = ("to", "dtype", "output_dtype", "output_datatype", "value")


def plain(types):
    """The element type, where these types are one tensor type."""
    if len(types) == 1 and (type := next(iter(types))).startswith("tensor("):
        return type[len("tensor("):-1]
    return None


def from_attribute(schema):
    """How an attribute gives the type of the output; nothing where none does."""
    if schema.name == "Constant":
        return "@"
    names = [name for name in ATTRIBUTES if name in schema.attributes and
             (name != "value" or schema.attributes[name].type == onnx.defs.OpSchema.AttrType.TENSOR)]
    if not names:
        return None
    default = schema.attributes[names[0]].default_value
    number = default.i if default.name else 0
    fallback = onnx.TensorProto.DataType.Name(number).lower() if number else DEFAULTS.get(schema.name)
    if schema.name == "QuantizeLinear":
        fallback = schema.outputs[0].type_str
    return "@" + names[0] + (f"={fallback}" if fallback else "")


def row(schema):
    allowed = {constraint.type_param_str: constraint.allowed_type_strs for constraint in schema.type_constraints}
    parameters = list(schema.inputs) + list(schema.outputs)
    together = [parameter.type_str for parameter in parameters for _ in range(1 + parameter.is_homogeneous *
                (parameter.option == onnx.defs.OpSchema.FormalParameterOption.Variadic))]

    def word(parameter, given):
        many = parameter.option == onnx.defs.OpSchema.FormalParameterOption.Variadic
        name = parameter.type_str
        if type := plain(allowed.get(name, [name])):
            text = type
        elif given:
            text = given
        elif name in allowed and (together.count(name) > 1 or DEFAULTS.get(schema.name) == name) and (
                not many or parameter.is_homogeneous):
            text = name
        else:
            text = "*"
        return text + ("..." if many else "")

    inputs = [word(parameter, None) for parameter in schema.inputs]
    outputs = [word(parameter, from_attribute(schema) if i == 0 else None)
               for i, parameter in enumerate(schema.outputs)]
    name = (schema.domain + "." if schema.domain else "") + f"{schema.name}-{schema.since_version}"
    return " ".join([name + ":", *inputs, "->", *outputs])


def main():
    schemas = [schema for schema in onnx.defs.get_all_schemas_with_history() if schema.domain in ("", "ai.onnx.ml")]
    print('R"(')
    for schema in sorted(schemas, key=lambda schema: (schema.domain, schema.name, schema.since_version)):
        print(row(schema))
    print(')"')


main()
