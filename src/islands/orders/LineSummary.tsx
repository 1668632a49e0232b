import type { ReactNode } from "react";
import type { OrderLine } from "../../shop/orders/lines.ts";
import { formatPrice } from "../../values/money.ts";

interface Props {
	line: OrderLine;
	/** Whether it is below another heading. */
	nested?: boolean;
	/** Further details, shown below. */
	children: ReactNode;
}

/** What was ordered and for how much, for customers and administrators alike. */
export function LineSummary({ line, nested = false, children }: Props) {
	const Heading = nested ? "h3" : "h2";
	return (
		<>
			<img
				src={`${line.image}?w=320`}
				width="160"
				height="160"
				alt=""
				className="board-image"
				loading="lazy"
			/>
			<div className="grid min-w-0 content-start gap-2">
				<Heading className="text-2xl">{line.name}</Heading>
				<p>
					{line.quantity} × {formatPrice(line.price)} ={" "}
					<strong>{formatPrice(line.totalPrice)}</strong>
				</p>
				{children}
			</div>
		</>
	);
}
