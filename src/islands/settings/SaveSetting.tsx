import * as texts from "../../messages.settings.ts";
import { Button } from "../ui/Button.tsx";
import { FieldError } from "../ui/Field.tsx";
import { SubmitButton } from "../ui/SubmitButton.tsx";

interface Props {
	sending: boolean;
	errors: Readonly<Record<string, string>>;
	/** Goes back to shop.config.ts, where something was set. */
	onReset?: (() => void) | undefined;
}

/** The buttons of a setting's form. */
export function SaveSetting({ sending, errors, onReset }: Props) {
	return (
		<div className="grid justify-items-start gap-3">
			<FieldError message={Object.keys(errors).length > 0 ? texts.checkFields : undefined} />
			<div className="flex flex-wrap gap-3">
				<SubmitButton busy={sending} busyLabel={texts.saving}>
					{texts.save}
				</SubmitButton>
				{onReset && (
					<Button look="btn-outline" disabled={sending} onClick={onReset}>
						{texts.asConfigured}
					</Button>
				)}
			</div>
		</div>
	);
}
