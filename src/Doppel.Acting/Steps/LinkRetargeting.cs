using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>
/// Retargets symbolic links to the keeper before the name that they point to is removed, and restores them if that name
/// is kept after all.
/// </summary>
internal sealed class LinkRetargeting(IChangeableVolume volume, Replacer replacement)
{
    /// <summary>Retargets a link to the keeper.</summary>
    /// <param name="link">The link.</param>
    /// <param name="pair">The keeper and the duplicate that the link points to, proved equal.</param>
    internal Step Retarget(NameTask link, ProvedPair pair) => replacement.Replace(
        link.Place, link.Temporary,
        new ReplacedLink(volume, link.Intent.Facts, link.Intent.Target, like: link.Intent.Facts, pair.KeeperFacts));

    /// <summary>
    /// Restores the old target of a link that was retargeted to the keeper, whatever that target refers to now.
    /// </summary>
    internal Step PutBack(NameTask link) => PutBack(
        volume, replacement, link.Place, link.Temporary, link.Intent, Step.Skip("the file that it points to stays"));

    /// <summary>Restores the old target of a link if it has the new one.</summary>
    /// <param name="volume">The volume that holds the link.</param>
    /// <param name="replacement">Performs the exchange.</param>
    /// <param name="place">The location of the link.</param>
    /// <param name="temporary">A temporary name in the same folder.</param>
    /// <param name="intent">The intent for the link.</param>
    /// <param name="done">The outcome to return on success.</param>
    internal static Step PutBack(
        IChangeableVolume volume, Replacer replacement, Place place, byte[] temporary, JournalIntent intent,
        Step done)
    {
        VolumeError error = volume.Stat(
            place.Folder, place.Bytes, LinkPolicy.Stay, FactFields.All, out FileFacts here);
        bool isOurs = !error.Failed && here.Kind == EntryKind.Link
            && !volume.ReadLink(place.Folder, place.Bytes, out byte[] target).Failed
            && target.AsSpan().SequenceEqual(intent.Target.Bytes);
        if (!isOurs)
        {
            return Step.Skip("it is no longer as the run left it");
        }

        Step step = replacement.Replace(
            place, temporary, new ReplacedLink(volume, here, intent.OldTarget, like: intent.Facts, leadsTo: null));
        return step.IsDone ? done : step;
    }
}
