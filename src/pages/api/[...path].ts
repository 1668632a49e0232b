import type { APIRoute } from "astro";
import { reject } from "../../http/handle.ts";
import { ShopError } from "../../shop/errors.ts";

/** Every path under /api that has no endpoint. */
export const ALL: APIRoute = () => reject(new ShopError("not_found"));
