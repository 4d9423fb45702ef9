using System.Text;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Names what is still under the temporary names of a run and its undo.</summary>
internal static class Leftovers
{
    /// <summary>Adds the temporary names that something still has, unless the outcome names them already.</summary>
    /// <param name="volume">The volume that holds the files.</param>
    /// <param name="folders">Finds folders.</param>
    /// <param name="intent">The intent of the run for the name.</param>
    /// <param name="step">The outcome for the name.</param>
    internal static Step Name(IVolume volume, FolderPool folders, JournalIntent intent, Step step)
    {
        if (step.IsDone || intent.Temporary.Length == 0 || folders.Find(intent.Name, out Place place).Failed)
        {
            return step;
        }

        foreach (byte[] temporary in (byte[][])
            [NameInspector.TemporaryOf(intent), NameInspector.OwnTemporaryOf(intent)])
        {
            bool isNamed = step.Reason.Contains(Encoding.ASCII.GetString(temporary), StringComparison.Ordinal);
            if (!isNamed && !volume.Stat(place.Folder, temporary, LinkPolicy.Stay, FactFields.None, out _).Failed)
            {
                step = step.Left("a file of the run", temporary);
            }
        }

        return step;
    }
}
