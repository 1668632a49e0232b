import { type ComponentType, useEffect, useRef, useState } from "react";
import * as messages from "../../messages.ts";
import { say } from "../../stores/toasts.ts";

/**
 * A dialog whose script is fetched when it is first opened: most visits never do. Where it can't
 * be fetched the dialog closes and the user is told.
 */
export function onDemand<Props extends { onClose: () => void }>(
	fetch: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
	return (props) => {
		const [Fetched, setFetched] = useState<ComponentType<Props>>();
		const close = useRef(props.onClose);
		close.current = props.onClose;
		useEffect(() => {
			fetch().then(
				(dialog) => setFetched(() => dialog),
				() => {
					say("error", messages.shopUnreachable);
					close.current();
				},
			);
		}, []);
		return Fetched ? <Fetched {...props} /> : null;
	};
}
