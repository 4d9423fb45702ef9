using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>
/// Makes symbolic links lead to the keeper before the name goes that they lead to, and back if that name stays.
/// </summary>
internal sealed class LinkRetargeting(IChangeableVolume volume, Replacement replacement)
{
    /// <summary>Makes a link lead to the keeper.</summary>
    /// <param name="link">The link.</param>
    /// <param name="pair">The keeper, and the duplicate that it leads to, proved equal.</param>
    internal Step Retarget(NameTask link, ProvedPair pair) => replacement.Replace(
        link.Place, link.Temporary,
        new ReplacedLink(volume, link.Intent.Facts, link.Intent.Target, like: link.Intent.Facts, pair.KeeperFacts));

    /// <summary>Gives a link that leads to the keeper its old target back, whatever that leads to now.</summary>
    internal Step PutBack(NameTask link) => PutBack(
        volume, replacement, link.Place, link.Temporary, link.Intent, Step.Skip("the file that it leads to stays"));

    /// <summary>Gives a link its old target back if it has the new one.</summary>
    /// <param name="volume">Where it lies.</param>
    /// <param name="replacement">Exchanges it.</param>
    /// <param name="place">The link.</param>
    /// <param name="temporary">A temporary name beside it.</param>
    /// <param name="intent">What was to become of it.</param>
    /// <param name="done">What to say if all is well.</param>
    internal static Step PutBack(
        IChangeableVolume volume, Replacement replacement, Place place, byte[] temporary, JournalIntent intent,
        Step done)
    {
        VolumeError error = volume.Stat(
            place.Folder, place.Bytes, LinkPolicy.Stay, FactFields.All, out FileFacts here);
        bool isOurs = !error.Failed && here.Kind == EntryKind.Link
            && !volume.ReadLink(place.Folder, place.Bytes, out byte[] target).Failed
            && target.AsSpan().SequenceEqual(intent.Target.Bytes);
        if (!isOurs)
        {
            return Step.Skip("it is no longer what the run left there");
        }

        Step step = replacement.Replace(
            place, temporary, new ReplacedLink(volume, here, intent.OldTarget, like: intent.Facts, leadsTo: null));
        return step.IsDone ? done : step;
    }
}
