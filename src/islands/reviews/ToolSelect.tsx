import * as messages from "../../messages.ts";
import { SelectField } from "../ui/Field.tsx";

interface Props {
	/** The tools the reviewer has paid for. */
	tools: readonly { id: string; name: string }[];
	value: string | undefined;
	error: string | undefined;
	onChange: (toolId: string | undefined) => void;
}

/** Which of the tools one has paid for a review is about, if any. */
export function ToolSelect({ tools, value, error, onChange }: Props) {
	return (
		<SelectField
			label="Which tool? (optional)"
			hint={tools.length > 0 ? messages.verifiedPurchaseHint : messages.noPaidOrders}
			error={error}
			disabled={tools.length === 0}
			value={value ?? ""}
			onChange={(event) => onChange(event.target.value || undefined)}
		>
			<option value="">None in particular</option>
			{tools.map(({ id, name }) => (
				<option key={id} value={id}>
					{name}
				</option>
			))}
		</SelectField>
	);
}
