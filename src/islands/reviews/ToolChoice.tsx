import * as messages from "../../messages.ts";
import { Choice } from "../ui/Field.tsx";
import { usePaidTools } from "./usePaidTools.ts";

interface Props {
	/** E-mail of the reviewer. */
	email: string;
	value: string | undefined;
	error: string | undefined;
	onChange: (toolId: string | undefined) => void;
}

/** Which of the tools one has paid for a review is about, if any. */
export function ToolChoice({ email, value, error, onChange }: Props) {
	const { tools, retry } = usePaidTools(email);
	const known = typeof tools === "string" ? [] : tools;
	return (
		<div className="grid justify-items-stretch gap-2">
			<Choice
				label="Which tool? (optional)"
				hint={hintFor(tools, known.length)}
				error={error}
				disabled={known.length === 0}
				value={value ?? ""}
				onChange={(event) => onChange(event.target.value || undefined)}
			>
				<option value="">None in particular</option>
				{known.map(({ id, name }) => (
					<option key={id} value={id}>
						{name}
					</option>
				))}
			</Choice>
			{tools === "failed" && (
				<button type="button" className="btn btn-outline justify-self-start" onClick={retry}>
					{messages.tryAgain}
				</button>
			)}
		</div>
	);
}

function hintFor(tools: unknown, count: number): string {
	if (tools === "loading") return "Loading your orders …";
	if (tools === "failed") return messages.ordersUnknown;
	return count > 0 ? messages.verifiedBy : messages.noPaidOrders;
}
