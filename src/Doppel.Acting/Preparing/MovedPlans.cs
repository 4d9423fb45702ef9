namespace Doppel.Acting;

/// <summary>Translates the names in plans to where the files are now.</summary>
internal static class MovedPlans
{
    /// <summary>Returns a group with the names now.</summary>
    internal static PlanGroup Now(this MovedNames moved, PlanGroup group) => moved.IsEmpty ? group : group with
    {
        Keep = [.. group.Keep.Select(copy => Now(moved, copy))],
        Drop = [.. group.Drop.Select(copy => Now(moved, copy))],
        CompanionOf = [.. group.CompanionOf.Select(moved.Now)],
    };

    /// <summary>Returns a folder with the names now.</summary>
    internal static PlanFolder Now(this MovedNames moved, PlanFolder folder) => moved.IsEmpty ? folder : folder with
    {
        Name = moved.Now(folder.Name),
        Keeper = moved.Now(folder.Keeper),
        SymbolicLinks = [.. folder.SymbolicLinks.Select(link => Now(moved, link))],
    };

    private static PlanCopy Now(MovedNames moved, PlanCopy copy) => copy with
    {
        Names = [.. copy.Names.Select(moved.Now)],
        SymbolicLinks = [.. copy.SymbolicLinks.Select(link => Now(moved, link))],
    };

    private static PlanLink Now(MovedNames moved, PlanLink link) =>
        link with { Name = moved.Now(link.Name), Final = moved.Now(link.Final) };
}
