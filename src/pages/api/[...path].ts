import type { APIRoute } from "astro";
import { ShopError } from "../../errors.ts";
import { reject } from "../../http/handle.ts";

/** Every path under /api that has no endpoint. */
export const ALL: APIRoute = () => reject(new ShopError("not_found"));
