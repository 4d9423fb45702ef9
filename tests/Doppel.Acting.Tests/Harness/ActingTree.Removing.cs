using System.Text;

namespace Doppel.Acting.Tests;

/// <content>Removes files of which no copy has to stay.</content>
public sealed partial class ActingTree
{
    /// <summary>All files of all groups as a list of them would tell now.</summary>
    public IReadOnlyList<PlanCopy> Listed() =>
        [.. Plan().SelectMany(static group => group.Keep.Concat(group.Drop))];

    /// <summary>Removes files that were listed.</summary>
    public void Remove(
        ActionKind action, IReadOnlyList<PlanCopy> listed, Doppel.Volumes.IChangeableVolume? volume = null)
    {
        Results.Clear();
        _tree.AddFolder("moved");
        var options = new ActOptions
        {
            Action = action,
            Version = "test",
            HomeTrash = Encoding.UTF8.GetBytes(_tree.Folder + "/moved/Trash"),
        };
        using JournalFolder journals = Journals(volume);
        using var run = new ActRun(volume ?? Volume, journals, options, Results.Add);
        run.Remove(listed, CancellationToken.None);
    }
}
