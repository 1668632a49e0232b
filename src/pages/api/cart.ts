import { allowOnly, handle } from "../../http/handle.ts";
import { readCartEndpoint } from "../../shop/carts/carts.api.ts";
import { readCart } from "../../shop/carts/carts.server.ts";

export const POST = handle(readCartEndpoint, ({ body }) => readCart(body.lines));
export const ALL = allowOnly("POST");
