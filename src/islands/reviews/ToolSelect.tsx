import * as texts from "../../messages.reviews.ts";
import * as messages from "../../messages.ts";
import { SelectField } from "../ui/Field.tsx";

interface Props {
	/** The tools the reviewer has paid for. */
	tools: readonly { id: string; name: string }[];
	value: string | undefined;
	error: string | undefined;
	onChange: (toolId: string | undefined) => void;
}

/** Selects the tool of a review, from those the reviewer has paid for. */
export function ToolSelect({ tools, value, error, onChange }: Props) {
	return (
		<SelectField
			label={texts.toolOptional}
			hint={tools.length > 0 ? messages.verifiedPurchaseHint : messages.noPaidOrders}
			error={error}
			disabled={tools.length === 0}
			value={value ?? ""}
			onChange={(event) => onChange(event.target.value || undefined)}
		>
			<option value="">{texts.noSpecificTool}</option>
			{tools.map(({ id, name }) => (
				<option key={id} value={id}>
					{name}
				</option>
			))}
		</SelectField>
	);
}
