using System.Text;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting.Tests;

/// <summary>What tests of runs over files and objects have in common.</summary>
internal static class BucketRuns
{
    /// <summary>A file or an object as a plan names it.</summary>
    internal static PlanCopy CopyOf(IChangeableVolume volume, string text, long size)
    {
        var name = new ReportName(text);
        if (ObjectName.Is(name))
        {
            return new PlanCopy { Names = [name], Facts = ObjectName.FactsOf(name, size, default) };
        }

        Assert.False(volume.OpenFolderStrictly(
            Encoding.UTF8.GetBytes(Path.GetDirectoryName(text)!), out FolderHandle folder, out _).Failed);
        Assert.False(volume.Stat(
            folder, Encoding.UTF8.GetBytes(Path.GetFileName(text)), LinkPolicy.Stay, FactFields.All,
            out FileFacts facts).Failed);
        volume.Close(folder);
        return new PlanCopy { Names = [name], Facts = facts };
    }

    /// <summary>A group in which the second name goes because of the first one.</summary>
    internal static PlanGroup GroupOf(IChangeableVolume volume, string kept, string dropped, long size) => new()
    {
        Size = size,
        Keep = [CopyOf(volume, kept, size)],
        Drop = [CopyOf(volume, dropped, size)],
        Reason = "",
    };

    /// <summary>Undoes the oldest run, if there is one.</summary>
    internal static void Undo(
        IChangeableVolume volume, JournalFolder journals, UndoOptions options, Action<ActResult> tell)
    {
        if (ActingTree.RunsOf(journals) is [{ } id, ..])
        {
            using JournalReader record = journals.Read(id);
            using var undo = new UndoRun(volume, journals, record, options, tell);
            undo.Run(CancellationToken.None);
        }
    }
}
