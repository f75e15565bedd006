import { Button } from '../ui/button.js'
import { questionText } from '../text/question.js'

interface Props {
  /** Null if the change cannot be explained. */
  readonly href: string | null
  /** The name of the series, if there are several. */
  readonly of?: string | undefined
}

/** The link from a number to what explains its change. */
export const WhyLink = ({ href, of }: Props) =>
  href === null ? null : (
    <Button
      small
      look="quiet"
      icon="help"
      href={href}
      {...(of === undefined ? {} : { label: questionText.whyDidMetricChange(of) })}
    >
      {questionText.whyDidItChange}
    </Button>
  )
