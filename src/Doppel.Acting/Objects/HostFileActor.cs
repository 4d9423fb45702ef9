using Doppel.Hashing;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Deletes files of which another machine has proved that it has a copy.</summary>
internal sealed class HostFileActor(IChangeableVolume volume, ActOptions options, ActLog log)
    : FileActor(volume, options, log)
{
    private static readonly Step s_late = Step.Skip("the other machine's proof has become too old");
    private static readonly Step s_promised = Step.Skip("another machine relies on this copy and deletes its own");

    private IReadOnlySet<Digest128> _promised = new HashSet<Digest128>();

    private IHostProofs Proofs => Options.Hosts!;

    protected override IEnumerable<IReadOnlyList<PlanGroup>> Choose(
        IReadOnlyList<PlanGroup> groups, CancellationToken cancellation)
    {
        List<PlanGroup> open = [.. groups.Where(static group => group.IsKeptOnHosts)];
        if (open.Count == 0)
        {
            yield break;
        }

        if (Options.Hosts is null || Options.Action != ActionKind.Delete)
        {
            Log.Skip(
                open, Step.Skip("only a copy on another machine stays; doppel fleet delete has that proved first"));
            yield break;
        }

        _promised = Proofs.Ask(
            [
                .. open.SelectMany(static group => KeptBy(group).Select(
                    name => new HostCopy(
                        name, HostName.MachineOf(name), HostName.PathOf(name), group.Size,
                        group.Digest.GetValueOrDefault()))),
            ],
            cancellation);
        while (open.Count > 0 && !cancellation.IsCancellationRequested)
        {
            List<PlanGroup> answered = TakeAnswered(open);
            if (answered.Count == 0 && !Proofs.Wait(cancellation))
            {
                (answered, open) = (open, []);
            }

            yield return answered;
        }
    }

    protected override Step? Prove(
        PlanGroup group, PlanCopy copy, out HashedFile? file, out DistantCopy? keeper, CancellationToken cancellation)
    {
        file = null;
        keeper = null;
        if (group.Digest is null)
        {
            return Step.Skip("the plan does not tell the digest of its content");
        }

        if (IsPromised(group))
        {
            return s_promised;
        }

        (ReportName Name, HostAnswer? Answer)[] answers =
            [.. KeptBy(group).Select(name => (name, Proofs.AnswerOf(name)))];
        (ReportName name, HostAnswer? answer) = answers.FirstOrDefault(
            static one => one.Answer is { Refusal: null }, answers.FirstOrDefault(
                static one => one.Answer is not null, answers[0]));
        if (answer is null)
        {
            return Proofs.Failure is { } failure
                ? new Step(ActStatus.Failed, failure)
                : Step.Skip($"{HostName.MachineOf(name)} has not proved its copy in time");
        }

        if (answer.Refusal is { } refusal)
        {
            return Step.Skip($"{HostName.MachineOf(name)} does not prove its copy: {refusal}");
        }

        if (!Proofs.AreInTime)
        {
            return s_late;
        }

        VolumeError error = Folders.Find(copy.Names[0], out Place place);
        if (error.Failed)
        {
            return Step.Fail(Volume, "its folder cannot be opened", error);
        }

        using IHostCheck check = answer.Begin();
        if (HashedFile.Open(Volume, Folders, copy, check, out file, cancellation) is { } against)
        {
            return against;
        }

        keeper = new DistantCopy(name, ObjectName.FactsOf(name, group.Size, default));
        return check.WhyNot(file!.Facts, Volume.MountOf(place.Folder)) is { } why ? Step.Skip(why) : null;
    }

    protected override ValueTask<Step?> WhyNotKeptAsync(FileTask task, JournalIntent intent)
    {
        if (Proofs.Failure is { } failure)
        {
            return new ValueTask<Step?>(new Step(ActStatus.Failed, failure));
        }

        return new ValueTask<Step?>(Proofs.AreInTime ? null : s_late);
    }

    // Removes the groups from a list that a machine has proved, that all have refused, or that nobody was asked about.
    private List<PlanGroup> TakeAnswered(List<PlanGroup> open)
    {
        List<PlanGroup> answered = open.FindAll(group =>
        {
            HostAnswer?[] answers = [.. KeptBy(group).Select(Proofs.AnswerOf)];
            return IsPromised(group) || Array.Exists(answers, static answer => answer is { Refusal: null })
                || Array.TrueForAll(answers, static answer => answer is not null);
        });
        HashSet<PlanGroup> taken = new(answered, ReferenceEqualityComparer.Instance);
        open.RemoveAll(taken.Contains);
        return answered;
    }

    private bool IsPromised(PlanGroup group) => group.Digest is { } digest && _promised.Contains(digest);

    // One copy on each machine.
    private static IEnumerable<ReportName> KeptBy(PlanGroup group) => group.Keep
        .Select(static copy => copy.Names[0]).DistinctBy(HostName.MachineOf).Take(KeepersMax);
}
