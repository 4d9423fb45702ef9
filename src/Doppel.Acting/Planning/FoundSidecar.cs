using Doppel.Reports;

namespace Doppel.Acting;

/// <summary>The sidecar of a photo, or where it would be.</summary>
/// <param name="Name">The absolute name.</param>
/// <param name="Content">The content. Empty if there is none.</param>
/// <param name="Against">Why it must not be changed, or null if it may be.</param>
internal sealed record FoundSidecar(ReportName Name, byte[] Content, string? Against);
