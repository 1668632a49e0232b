import type { APIRoute } from "astro";
import { ShopError } from "../../http/errors.ts";
import { refuse } from "../../http/handle.ts";

/** Any path under /api that is no call of ours. */
export const ALL: APIRoute = () => refuse(new ShopError("not_found"));
