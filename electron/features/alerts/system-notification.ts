/** A notification of the system. */
export interface SystemNotification {
  readonly title: string;
  readonly body: string;
}
