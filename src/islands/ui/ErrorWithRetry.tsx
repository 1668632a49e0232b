import * as messages from "../../messages/messages.ts";
import { Button } from "./Button.tsx";
import { FieldError } from "./Field.tsx";

interface Props {
	message: string;
	onRetry: () => void;
}

/** An error message with a button to try again. */
export function ErrorWithRetry({ message, onRetry }: Props) {
	return (
		<div className="grid justify-items-start gap-4 py-4">
			<FieldError message={message} />
			<Button look="btn-primary" onClick={onRetry}>
				{messages.tryAgain}
			</Button>
		</div>
	);
}
