import type { ReactNode, SubmitEvent } from "react";
import * as texts from "../../messages/settings.ts";
import { Button } from "../ui/Button.tsx";
import { FieldError } from "../ui/Field.tsx";
import { SubmitButton } from "../ui/SubmitButton.tsx";

interface Props {
	className: string;
	sending: boolean;
	errors: Readonly<Record<string, string>>;
	/** Called with the prevented submit. */
	onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
	/** Goes back to shop.config.ts, where something was set. */
	onReset?: (() => void) | undefined;
	/** What the button says that does so. */
	resetLabel?: string;
	/** The fields. */
	children: ReactNode;
}

/** The form of a setting with its buttons. */
export function SettingForm({
	className,
	sending,
	errors,
	onSubmit,
	onReset,
	resetLabel = texts.asConfigured,
	children,
}: Props) {
	return (
		<form
			noValidate
			method="post"
			className={className}
			onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
				event.preventDefault();
				onSubmit(event);
			}}
		>
			{children}
			<div className="grid justify-items-start gap-3">
				<FieldError message={Object.keys(errors).length > 0 ? texts.checkFields : undefined} />
				<div className="flex flex-wrap gap-3">
					<SubmitButton busy={sending} busyLabel={texts.saving}>
						{texts.save}
					</SubmitButton>
					{onReset && (
						<Button look="btn-outline" disabled={sending} onClick={onReset}>
							{resetLabel}
						</Button>
					)}
				</div>
			</div>
		</form>
	);
}
