using Doppel.Reports;

namespace Doppel.Acting;

/// <content>Plans objects in buckets, and files whose copies are on other machines.</content>
public sealed partial class Planner
{
    // Beside files, objects only take part if a reference says on which side the copies stay.
    private bool TakesObjects(ReportGroup group) => _options.TakesObjects
        && (_options.Rules.NeedReference || group.Copies.All(static copy => ObjectName.Is(copy.Names[0])));

    // The server or the machine is asked only when the plan is carried out.
    private IEnumerable<SeenName> LookElsewhere(ReportGroup group, ReportCopy copy, List<PlanRefusal> refusals)
    {
        ReportName name = copy.Names[0];
        _use.AddFile(name, copy.Roots.Count > 0 ? copy.Roots[0] : -1);
        if (!PlanPaths.IsPlain(name.Bytes) || group.Size < 0)
        {
            refusals.Add(group.Size < 0
                ? new PlanRefusal(name, PlanRefusal.NotComparable, "the report does not tell its size")
                : new PlanRefusal(name, PlanRefusal.NotAFile, "it does not name an object or a file"));
            return [];
        }

        if (ObjectName.Is(name) && _look.IsStateElsewhere(name))
        {
            refusals.Add(new PlanRefusal(name, PlanRefusal.State, NameLook.MessageOf(PlanRefusal.State)));
            return [];
        }

        SeenName seen = _look.LookElsewhere(name, group.Size, copy);

        // No plan changes anything on another machine.
        return HostName.Is(name) && seen.Folder.ProtectedBy is null ? [] : [seen];
    }

    // If another file stays here, a file is compared with that, and not with a copy elsewhere.
    private static PlanGroup? PlanFiles(PlanGroup whole)
    {
        PlanCopy[] drop = [.. whole.Drop.Where(static copy => !copy.IsObject)];
        PlanCopy[] keep = [.. whole.Keep.Where(static copy => !copy.IsElsewhere)];
        if (drop.Length == 0)
        {
            return null;
        }

        return keep.Length == 0
            ? whole with { Drop = drop }
            : whole with { Proof = ProofOnDisks(whole.Proof), Keep = keep, Drop = drop };
    }
}
