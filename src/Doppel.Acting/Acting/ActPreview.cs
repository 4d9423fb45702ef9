using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Tells what a run would do: by the same looks, and without changing anything.</summary>
/// <remarks>No content is compared, so a run may do less. Not thread-safe.</remarks>
public sealed class ActPreview : IDisposable
{
    private readonly Action<ActResult> _tell;
    private readonly FolderPool _folders;
    private readonly Preparation _preparation;

    /// <summary>Begins a preview.</summary>
    /// <param name="volume">Where the files lie.</param>
    /// <param name="options">What would be done.</param>
    /// <param name="tell">Is told of each name that would be left alone.</param>
    public ActPreview(IChangeableVolume volume, ActOptions options, Action<ActResult> tell)
    {
        ArgumentNullException.ThrowIfNull(volume);
        ArgumentNullException.ThrowIfNull(options);
        _tell = tell;
        _folders = new FolderPool(volume);
        _preparation = new Preparation(volume, _folders, bin: null, options, JournalNumbers.OfNoRun());
    }

    /// <summary>Closes what is open.</summary>
    public void Dispose() => _folders.Dispose();

    /// <summary>What would be done, in this order.</summary>
    /// <param name="groups">The plan's groups; walked once.</param>
    public IEnumerable<PreviewedStep> Of(IEnumerable<PlanGroup> groups)
    {
        ArgumentNullException.ThrowIfNull(groups);
        return groups.SelectMany(Of);
    }

    private IEnumerable<PreviewedStep> Of(PlanGroup group)
    {
        _folders.Clear();
        Step? against = _preparation.FindKeeper(group.Keep, out Keeper? keeper);
        ReportName keeperName = keeper?.Name ?? group.Keep[0].Names[0];
        foreach (PlanCopy copy in group.Drop)
        {
            if (against is { } step)
            {
                copy.Names.ToList().ForEach(name => Tell(name, keeperName, step));
                continue;
            }

            if (!_folders.HasRoomFor(copy.Names.Count + copy.SymbolicLinks.Count))
            {
                // The keeper was looked at; its folder is not asked again.
                _folders.Clear();
            }

            CopyTask? task = _preparation.Prepare(group, keeper!, copy, (name, why) => Tell(name, keeperName, why));
            foreach (JournalIntent intent in (task?.Names ?? []).SelectMany(static name => name.Intents))
            {
                yield return new PreviewedStep(intent, copy);
            }
        }
    }

    private void Tell(ReportName name, ReportName keeper, Step step) =>
        _tell(new ActResult(name, keeper, step.Status, step.Reason, 0));
}
