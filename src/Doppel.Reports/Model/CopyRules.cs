namespace Doppel.Reports;

/// <summary>Rejects copies that no reader could reproduce.</summary>
internal static class CopyRules
{
    public static void Check(ReportCopy copy)
    {
        if (copy.Names.Count == 0)
        {
            throw new ArgumentException("A copy needs at least one name.", nameof(copy));
        }

        if (copy.Roots.Count != copy.Names.Count
            || (copy.Followed is { } followed && followed.Count != copy.Names.Count))
        {
            throw new ArgumentException("Roots and Followed of a copy must have as many items as Names.", nameof(copy));
        }
    }
}
