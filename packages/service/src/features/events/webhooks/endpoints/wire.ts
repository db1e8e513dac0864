import { type Static, Type } from "typebox";
import { URL_MAX } from "../../../../platform/network/wall.ts";
import { DESCRIPTION_MAX, type Endpoint, OVERLAP_SECONDS } from "../endpoint.ts";
import { EndpointIn, EndpointOut, EventsIn, readEvents } from "../wire.ts";

const url = Type.String({
  minLength: 1,
  maxLength: URL_MAX,
  examples: ["https://hooks.example.com/keepsake"],
  description: "https, on port 443 or 8443. Redirects are not followed",
});
const description = Type.String({ maxLength: DESCRIPTION_MAX, description: "For people: what it is for" });

export const CreateIn = Type.Object({ url, description: Type.Optional(description), events: Type.Optional(EventsIn) });
export const UpdateIn = Type.Object({
  ...EndpointIn.properties,
  url: Type.Optional(url),
  description: Type.Optional(description),
  events: Type.Optional(EventsIn),
});
export const RotateIn = Type.Object({
  ...EndpointIn.properties,
  overlapSeconds: Type.Optional(
    Type.Union([
      Type.Integer({ minimum: 0, maximum: OVERLAP_SECONDS.max }),
      Type.String({ pattern: "^\\d{1,6}$", examples: ["86400"] }),
    ]),
  ),
});

const secret = Type.String({ description: "`whsec_…`. It is shown only now: store it" });
export const CreatedOut = Type.Object({ ...EndpointOut.properties, secret });
export const RotatedOut = Type.Object({ endpoint: EndpointOut.properties.endpoint, secret });
export const DeletedOut = Type.Object({ endpoint: EndpointOut.properties.endpoint, message: Type.String() });

export const readNewEndpoint = ({ url: to, description: text = "", events }: Static<typeof CreateIn>) => ({
  url: to,
  description: text,
  subjects: events === undefined ? null : readEvents(events),
});
export const readChanges = ({ url: to, description: text, events }: Static<typeof UpdateIn>) => ({
  ...(to === undefined ? {} : { url: to }),
  ...(text === undefined ? {} : { description: text }),
  ...(events === undefined ? {} : { subjects: readEvents(events) }),
});
export const readOverlap = ({ overlapSeconds = OVERLAP_SECONDS.fallback }: Static<typeof RotateIn>) =>
  Math.min(Number(overlapSeconds), OVERLAP_SECONDS.max);

export const ENDPOINT_COLUMNS = {
  endpoint: ({ id }: Endpoint) => id,
  url: (one: Endpoint) => one.url,
  description: (one: Endpoint) => one.description,
  waiting: ({ waiting }: Endpoint) => waiting,
  failingSince: ({ failingSince }: Endpoint) => failingSince,
  disabledAt: ({ disabledAt }: Endpoint) => disabledAt,
  problem: ({ problem }: Endpoint) => problem,
};
