/** Credits that this process has held since its start, and how those ended. What is held now is the difference. */
export class CreditCounts {
  held = 0
  captured = 0
  voided = 0
}
