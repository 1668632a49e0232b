import { paidWithCards } from "../../messages/gift-cards.ts";
import * as messages from "../../messages/messages.ts";
import { isPaidByCards } from "../../shop/gift-cards/gift-cards.ts";

interface Props {
	transactionId: string;
	/** Undefined if it was refunded or is disputed. */
	thanks?: string | undefined;
}

/** The specification's sentence after a payment, with the transaction's id. */
export function Receipt({ transactionId, thanks }: Props) {
	return (
		<div role="status" className="text-sm text-quiet">
			{thanks && <p>{thanks}</p>}
			{isPaidByCards(transactionId) ? (
				<p>{paidWithCards}</p>
			) : (
				<p>
					{messages.transactionId} <span className="break-all">{transactionId}</span>
				</p>
			)}
		</div>
	);
}
