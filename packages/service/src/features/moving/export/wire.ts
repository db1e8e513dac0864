import { type TSchema, Type } from "typebox";

/** A line of the stream. */
export const ExportLine: TSchema = Type.Object(
  {
    file: Type.Optional(Type.String({ description: "The lines after this one are of this file" })),
    manifest: Type.Optional(
      Type.Object({
        format: Type.Integer(),
        store: Type.Object({ pid: Type.String(), name: Type.String() }),
        startedAt: Type.String({ format: "date-time" }),
        finishedAt: Type.String({ format: "date-time" }),
        files: Type.Array(
          Type.Object({
            name: Type.String(),
            rows: Type.Integer(),
            bytes: Type.Integer(),
            sha256: Type.String(),
          }),
        ),
      }),
    ),
  },
  { additionalProperties: true, description: "The other lines are rows of the file: docs/moving.md has their fields" },
);
