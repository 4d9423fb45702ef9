using Doppel.Reports;

namespace Doppel.Acting;

/// <content>Plans objects in buckets.</content>
public sealed partial class Planner
{
    // Beside files, objects only take part if a reference says on which side the copies stay.
    private bool TakesObjects(ReportGroup group) => _options.TakesObjects
        && (_options.Rules.NeedReference || group.Copies.All(static copy => ObjectName.Is(copy.Names[0])));

    // The server is asked only when the object is acted on.
    private IEnumerable<SeenName> LookAtObject(ReportGroup group, ReportCopy copy, List<PlanRefusal> refusals)
    {
        ReportName name = copy.Names[0];
        _use.AddFile(name, copy.Roots.Count > 0 ? copy.Roots[0] : -1);
        if (!PlanPaths.IsPlain(name.Bytes) || group.Size < 0)
        {
            refusals.Add(group.Size < 0
                ? new PlanRefusal(name, PlanRefusal.NotComparable, "the report does not tell its size")
                : new PlanRefusal(name, PlanRefusal.NotAFile, "it does not name an object"));
            return [];
        }

        return [_look.LookAtObject(name, group.Size, copy)];
    }

    // If another file stays, a file is compared with that, and not with an object.
    private static PlanGroup? PlanFiles(PlanGroup whole)
    {
        PlanCopy[] drop = [.. whole.Drop.Where(static copy => !copy.IsObject)];
        PlanCopy[] keep = [.. whole.Keep.Where(static copy => !copy.IsObject)];
        if (drop.Length == 0)
        {
            return null;
        }

        return keep.Length == 0
            ? whole with { Drop = drop }
            : whole with { Proof = ProofOnDisks(whole.Proof), Keep = keep, Drop = drop };
    }
}
