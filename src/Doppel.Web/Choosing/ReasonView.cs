namespace Doppel.Web;

/// <summary>A reason why copies stay, and in how many groups it decided.</summary>
internal sealed record ReasonView(string Reason, int Groups);
