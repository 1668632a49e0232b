import type { CartLine } from "../../shop/carts/cart-lines.ts";
import { sitePaths } from "../../site-paths.ts";

/**
 * Where Check out leads, or undefined if the shop has no page that orders these lines together: then each
 * line has its own Purchase button. The only place that decides this.
 */
export function checkOutPath(lines: readonly CartLine[]): string | undefined {
	const [line, ...others] = lines;
	return line && others.length === 0 ? sitePaths.purchase(line.toolId) : undefined;
}
