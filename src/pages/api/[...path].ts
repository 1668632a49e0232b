import type { APIRoute } from "astro";
import { reject } from "../../http/handle.ts";
import { ShopError } from "../../shop/errors.ts";

/** Any path under /api that is no call of ours. */
export const ALL: APIRoute = () => reject(new ShopError("not_found"));
