/** Schemas of plain values with a description, and of objects without unknown fields. */
import { Type } from 'typebox';

export const text = (description: string) => Type.String({ description });
export const flag = (description: string) => Type.Boolean({ description });
export const whole = (description: string) => Type.Integer({ description });
export const count = (description: string) => Type.Integer({ minimum: 0, description });
export const figure = (description: string) => Type.Number({ description });
export const amount = (description: string) => Type.Number({ minimum: 0, description });
export const orNull = <Schema extends Type.TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
export const strict = <Fields extends Type.TProperties>(fields: Fields) =>
  Type.Object(fields, { additionalProperties: false });
