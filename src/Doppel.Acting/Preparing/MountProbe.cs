using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>
/// Determines by experiment, once per mount and before anything else is done there, whether a mount supports links.
/// </summary>
/// <remarks>
/// The link is created under the temporary name of the first file to be replaced there. The journal knows that name, so
/// undo removes the link if the process ends. Not thread-safe.
/// </remarks>
internal sealed class MountProbe(IChangeableVolume volume, ActionKind action, StateNotes states)
{
    private readonly Dictionary<(ulong Mount, ulong Device), Step?> _known = [];

    /// <summary>
    /// Probes the mounts of a batch that are not known yet. The intents of the batch must be in the journal.
    /// </summary>
    internal void Look(IEnumerable<CopyTask> batch)
    {
        foreach (NameTask name in batch.Select(static task => task.Names[0]))
        {
            if (!_known.ContainsKey(KeyOf(name)) && TryProbe(name, out Step? against))
            {
                _known.Add(KeyOf(name), against);
            }
        }
    }

    /// <summary>Returns why the mount of a name must not be acted on, or null if no reason is known.</summary>
    internal Step? WhyNot(NameTask name) => _known.GetValueOrDefault(KeyOf(name));

    private static (ulong Mount, ulong Device) KeyOf(NameTask name) =>
        (name.Place.In.Protection.Mount, name.Intent.Facts.Device);

    /// <summary>
    /// Returns whether the probe revealed something about the mount, rather than about this name only.
    /// </summary>
    private bool TryProbe(NameTask name, out Step? against)
    {
        MountFacts mount = volume.MountOf(name.Place.Folder);
        against = (mount.Traits & FileSystemTraits.ReadOnly) != 0 ? ReadOnly(mount) : null;
        if (against is not null || action is not (ActionKind.HardLink or ActionKind.SymbolicLink))
        {
            return true;
        }

        byte[] temporary = name.Temporary;
        VolumeError error = MakeLink(name, temporary, out FileFacts keeper);
        if (!error.Failed)
        {
            error = volume.Remove(name.Place.Folder, temporary);
            if (action == ActionKind.HardLink)
            {
                states.Note(name.Keeper, keeper);
            }

            against = error.Failed
                ? Step.Fail(
                    volume, $"the test link {name.Intent.Temporary} next to {name.Intent.Name} cannot be removed",
                    error)
                : null;
            return true;
        }

        // If the file system is known to support links, permission may be missing for this keeper only.
        FileSystemTraits trait = action == ActionKind.HardLink
            ? FileSystemTraits.HardLinks
            : FileSystemTraits.SymbolicLinks;
        bool isWithout = error.Kind == VolumeErrorKind.Unsupported
            || (error.Kind == VolumeErrorKind.AccessDenied && (mount.Traits & trait) == 0);
        against = error.Kind == VolumeErrorKind.ReadOnly ? ReadOnly(mount) : null;
        against = isWithout ? Without(mount) : against;
        return against is not null;
    }

    private VolumeError MakeLink(NameTask name, byte[] temporary, out FileFacts keeperFacts)
    {
        keeperFacts = default;
        if (action == ActionKind.SymbolicLink)
        {
            return volume.MakeSymbolicLink(name.Intent.Target.Bytes, name.Place.Folder, temporary);
        }

        VolumeError error = volume.OpenFile(
            name.Keeper.Folder, name.Keeper.Bytes, out FileHandle keeper, out keeperFacts);
        if (error.Failed)
        {
            return new VolumeError(VolumeErrorKind.Changed);
        }

        error = volume.Link(keeper, name.Place.Folder, temporary);
        volume.Close(keeper);
        return error;
    }

    private Step Without(MountFacts mount) => Step.Skip(
        $"no {(action == ActionKind.HardLink ? "hard" : "symbolic")} links on this file system{NameOf(mount)}");

    private static Step ReadOnly(MountFacts mount) =>
        Step.Skip($"this file system is mounted read-only{NameOf(mount)}");

    private static string NameOf(MountFacts mount) => mount.FileSystem.Length > 0 ? $" ({mount.FileSystem})" : "";
}
