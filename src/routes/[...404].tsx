import { HttpStatusCode } from "@solidjs/start";
import { Button } from "~/components/ui/Button";
import { Card } from "~/components/ui/Card";
import { notFoundText } from "~/messages/errors";

export default function NotFound() {
  return (
    <Card title={notFoundText.title} lead={notFoundText.text}>
      <HttpStatusCode code={404} />
      <Button href="/" isWide>
        {notFoundText.home}
      </Button>
    </Card>
  );
}
