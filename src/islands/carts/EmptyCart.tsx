import * as texts from "../../messages/cart.ts";
import * as common from "../../messages/common.ts";
import { publicPaths } from "../../paths/public.ts";
import { sitePaths } from "../../paths/site.ts";

/** Nothing is in the cart: three ways on. The picture decorates. */
export function EmptyCart({ picture }: { picture: string }) {
	return (
		<div className="empty">
			<img src={picture} alt="" width="480" height="360" className="board-image" />
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
