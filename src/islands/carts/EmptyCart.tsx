import * as texts from "../../messages.cart.ts";
import * as common from "../../messages.common.ts";
import { cartEmpty } from "../../messages.ts";
import { publicPaths } from "../../public-paths.ts";
import { sitePaths } from "../../site-paths.ts";

/** Nothing is in the cart: three ways on. */
export function EmptyCart() {
	return (
		<div className="empty">
			<p className="text-xl">{cartEmpty}</p>
			<p className="text-quiet">{texts.waysOn}</p>
			<a className="btn btn-primary" href={sitePaths.tools}>
				{common.allToolsHeading}
			</a>
			<p className="flex flex-wrap justify-center gap-3">
				<a className="btn btn-outline" href={publicPaths.jobs}>
					{texts.findByProblem}
				</a>
				<a className="btn btn-outline" href={publicPaths.fit}>
					{texts.findByBike}
				</a>
			</p>
		</div>
	);
}
