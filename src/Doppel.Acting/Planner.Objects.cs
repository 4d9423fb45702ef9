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

    // A file is only removed because of another file.
    private static PlanGroup? PlanFiles(PlanGroup whole, List<PlanRefusal> refusals)
    {
        PlanGroup files = whole with
        {
            Proof = whole.Proof is { } proof ? ProofOnDisks(proof) : null,
            Keep = [.. whole.Keep.Where(static copy => !copy.IsObject)],
            Drop = [.. whole.Drop.Where(static copy => !copy.IsObject)],
        };
        if (files.Keep.Count > 0 && files.Drop.Count > 0)
        {
            return files;
        }

        refusals.AddRange(files.Drop.SelectMany(static copy => copy.Names).Select(static name => new PlanRefusal(
            name, PlanRefusal.OnlyObjects, "only a copy in a bucket would stay")));
        return null;
    }
}
