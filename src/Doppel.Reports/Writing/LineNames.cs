namespace Doppel.Reports;

/// <summary>
/// Determines which names and groups a line-based format can represent, and reports those that it cannot.
/// </summary>
internal sealed class LineNames(LabelledNames names, LeftOut leftOut, bool everyName)
{
    /// <summary>Returns whether a name can be written.</summary>
    public bool Fits(ReportCopy copy, int name) =>
        everyName || !names.HasLineBreak(copy.Names[name], RootOf(copy, name));

    /// <summary>
    /// Returns the number of copies in a group that have a name that can be written, or 0 if there are fewer than two.
    /// </summary>
    public int CopiesThatFit(ReportGroup group)
    {
        int copies = 0;
        long fitting = 0;
        for (int i = 0; i < group.Copies.Count; i++)
        {
            int count = NamesThatFit(group.Copies[i]);
            copies += count > 0 ? 1 : 0;
            fitting += count;
        }

        if (copies >= 2)
        {
            return copies;
        }

        leftOut.AddGroup(group.Copies[0].Names[0], fitting);
        return 0;
    }

    /// <summary>
    /// Returns the number of names of a copy that can be written, and reports every other one as left out.
    /// </summary>
    public int NamesThatFit(ReportCopy copy)
    {
        int fitting = 0;
        for (int i = 0; i < copy.Names.Count; i++)
        {
            if (Fits(copy, i))
            {
                fitting++;
            }
            else
            {
                leftOut.AddName(copy.Names[i]);
            }
        }

        return fitting;
    }

    public static int RootOf(ReportCopy copy, int name) => name < copy.Roots.Count ? copy.Roots[name] : -1;
}
