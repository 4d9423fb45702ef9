namespace Doppel.Reports;

/// <summary>Creates copies of which only the names are known.</summary>
internal static class BareCopy
{
    private static readonly int[] s_unknownRoot = [-1];

    public static ReportCopy Of(ReportName name) => new() { Names = [name], Roots = s_unknownRoot };

    public static ReportCopy Of(ReportName[] names, ReportName[]? companions = null)
    {
        if (names.Length == 1)
        {
            return new ReportCopy { Names = names, Roots = s_unknownRoot, Companions = companions };
        }

        int[] roots = new int[names.Length];
        roots.AsSpan().Fill(-1);
        return new ReportCopy { Names = names, Roots = roots, Companions = companions };
    }
}
