import styles from './Unbroken.module.css'

const whole =
  /(\d{4}-\d{2}-\d{2}|\b\d{1,2}[.:]\d{2} ?– ?\d{1,2}[.:]\d{2}|\b[A-Z]{1,2}-\d{1,9}\b|\bBuss \d{1,9}\b|\b\d{1,4} (?:min|tim|h|km|kr)\b)/

/** Text in which no line ends within a date, two times, a case's number, a bus's name or a number and its unit. Longer digits are neither, and may be wider than a phone. */
export function Unbroken({ children }: { children: string }) {
  return children.split(whole).map((part, at) =>
    at % 2 === 1 ? (
      // oxlint-disable-next-line react/no-array-index-key -- the same date may come twice
      <span key={at} className={styles['whole']}>
        {part}
      </span>
    ) : (
      part
    ),
  )
}
