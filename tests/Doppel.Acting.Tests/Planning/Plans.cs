using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting.Tests.Planning;

/// <summary>The one place where the tests call the planner.</summary>
internal static class Plans
{
    /// <summary>A group as a search reports it: facts are those of now.</summary>
    /// <param name="volume">Where the files are.</param>
    /// <param name="copies">For each copy its names.</param>
    public static ReportGroup Report(IVolume volume, params ByteName[][] copies)
    {
        ReportCopy[] told = [.. copies.Select(names => Copy(volume, names))];
        return new ReportGroup
        {
            Size = Look(volume, copies[0][0]).Size,
            Proof = Proof.Bytes,
            RedundantBytes = 0,
            Copies = told,
        };
    }

    /// <summary>The same as fdupes tells it: names alone.</summary>
    public static ReportGroup Bare(params ByteName[] names) => new()
    {
        Size = -1,
        Proof = Proof.Unstated,
        RedundantBytes = 0,
        Copies = [.. names.Select(name => new ReportCopy { Names = [Name(name)], Roots = [-1] })],
    };

    public static PlanOutcome Make(IVolume volume, ReportGroup group, KeepRules? rules = null) =>
        Make(volume, group, new PlanOptions { Rules = rules ?? new KeepRules(), WorkingDirectory = new("/") });

    public static PlanOutcome Make(IVolume volume, ReportGroup group, PlanOptions options)
    {
        using var planner = new Planner(volume, options);
        return planner.Plan(group);
    }

    public static ProtectedFolder Folder(IVolume volume, ByteName path)
    {
        Assert.Equal(VolumeError.None, ProtectedFolder.Look(volume, path.Bytes, out ProtectedFolder? folder));
        return folder!;
    }

    /// <summary>What is kept, dropped and refused, such as <c>keep /a=/b, drop /c; /d changed</c>.</summary>
    public static string Show(PlanOutcome outcome, ByteName below = default)
    {
        string start = below.Length == 0 ? "" : new ReportName(below.Bytes) + "/";
        string copies = string.Join(
            ", ", outcome.Verdicts.Select(v => (v.Stays ? "keep " : "drop ") + string.Join('=', v.Copy.Names)));
        string refusals = string.Join(", ", outcome.Refusals.Select(refusal => $"{refusal.Path} {refusal.Reason}"));
        string shown = (copies + (refusals.Length > 0 ? "; " : "") + refusals).TrimStart(';', ' ');
        return start.Length == 0 ? shown : shown.Replace(start, "", StringComparison.Ordinal);
    }

    public static ReportName Name(ByteName name) => new(name.Bytes);

    private static ReportCopy Copy(IVolume volume, ByteName[] names)
    {
        FileFacts facts = Look(volume, names[0]);
        return new ReportCopy
        {
            Names = [.. names.Select(Name)],
            Roots = [.. names.Select(_ => 0)],
            Links = facts.Links,
            Device = facts.Device,
            Inode = facts.Inode,
            Modified = new ReportTime(facts.Modified.Seconds, facts.Modified.Nanoseconds),
        };
    }

    private static FileFacts Look(IVolume volume, ByteName name)
    {
        VolumeError error = volume.Stat(
            FolderHandle.None, name.Bytes, LinkPolicy.Stay, FactFields.All, out FileFacts facts);
        return error.Failed ? throw new InvalidOperationException($"{name}: {error.Kind}") : facts;
    }

    /// <summary>A media group of files, each with tags of its own.</summary>
    internal static ReportMediaGroup Media(MemoryVolume volume, params string[] names)
    {
        ReportGroup copies = Report(volume, [.. names.Select(static name => (ByteName[])[name])]);
        return new ReportMediaGroup
        {
            Format = "wav",
            Policy = ReportMediaPolicy.Strict,
            Proof = Proof.Bytes,
            PayloadBytes = 300,
            RedundantBytes = 0,
            Copies =
            [
                .. copies.Copies.Select((copy, i) => new ReportMediaCopy
                {
                    Copy = copy,
                    Size = volume[names[i]].Facts.Size,
                    Content = i,
                }),
            ],
        };
    }
}
