using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>
/// Replaces a name of a duplicate, or a symbolic link to it, by a link to the keeper, so that the name leads to the
/// content at every instant.
/// </summary>
/// <remarks>
/// <para>
/// The link is made under a temporary name, exchanged with the duplicate's name in one step, and what came out is
/// looked at: only the very file that was compared, or link that was read, is removed. Anything else is put back.
/// </para>
/// <para>
/// Another program may save under the name at any moment, also after the exchange. Its file stays there. What we
/// exchanged never takes a name that no longer leads to our link; it is removed if its content is safe.
/// </para>
/// </remarks>
internal sealed class Replacement(IChangeableVolume volume)
{
    private static readonly Step s_replaced = Step.Skip("another program replaced it meanwhile");
    private static readonly Step s_changed = Step.Skip("another program changed it or its attributes meanwhile");

    private readonly NameExchange _exchange = new(volume);

    /// <summary>Replaces one name.</summary>
    /// <param name="place">The name.</param>
    /// <param name="temporary">The temporary name beside it.</param>
    /// <param name="old">What stands there, and the link that takes its place.</param>
    internal Step Replace(Place place, ReadOnlySpan<byte> temporary, IReplaced old) =>
        Begin(place, temporary, old) ?? Finish(place, temporary, old);

    /// <summary>Exchanges link and name; what stood there has the temporary name then.</summary>
    /// <param name="place">The name.</param>
    /// <param name="temporary">The temporary name beside it.</param>
    /// <param name="old">What stands there, and the link that takes its place.</param>
    /// <returns>Null where <see cref="Finish"/> has to follow; otherwise what came of it.</returns>
    internal Step? Begin(Place place, ReadOnlySpan<byte> temporary, IReplaced old)
    {
        // A further name that was taken away while its file is open may stay for as long as it is.
        if (!volume.CanExchange)
        {
            return ReplaceAside(place, temporary, old);
        }

        VolumeError error = old.MakeLink(place.Folder, temporary);
        if (error.Failed)
        {
            return Step.Fail(volume, "the link cannot be made", error);
        }

        if (!old.IsRight(place.Folder, temporary))
        {
            return RemoveLink(place, temporary, Step.Skip("a link from there does not lead to the keeper"));
        }

        VolumeError exchanged = volume.Exchange(place.Folder, place.Bytes, temporary);
        if (exchanged.Failed && old.IsOurs(place.Folder, temporary))
        {
            Step refused = RemoveLink(
                place, temporary, Step.Fail(volume, "the names cannot be exchanged", exchanged));
            return exchanged.Kind == VolumeErrorKind.Unsupported && refused.Status == ActStatus.Failed
                ? ReplaceAside(place, temporary, old)
                : refused;
        }

        VolumeError looked = volume.Stat(
            place.Folder, temporary, LinkPolicy.Stay, FactFields.All, out FileFacts outcome);
        Step? against = looked.Failed || !old.IsOld(outcome) ? s_replaced
            : !old.IsUndisturbed ? Step.Skip("another program is about to write to it")
            : !old.IsAsCompared(outcome) ? s_changed
            : null;
        return against is { } why ? PutBack(place, temporary, old, why) : null;
    }

    /// <summary>Removes what has the temporary name since <see cref="Begin"/>, or puts it back.</summary>
    internal Step Finish(Place place, ReadOnlySpan<byte> temporary, IReplaced old)
    {
        if (!old.IsRight(place.Folder, place.Bytes) && !old.IsOurs(place.Folder, place.Bytes))
        {
            return GiveWay(place, temporary, old, s_replaced);
        }

        VolumeError looked = volume.Stat(
            place.Folder, temporary, LinkPolicy.Stay, FactFields.All, out FileFacts left);

        // An opposed run may have made the keeper a link to this very name.
        Step? against = !old.IsRight(place.Folder, place.Bytes) || !old.IsKept
                ? Step.Skip("the keeper is not there any more")
            // Whoever wants to write to the keeper since then does so through a link that stays.
            : !old.IsOldUndisturbed ? Step.Skip("another program is about to write to it")
            : !looked.Failed && old.IsOld(left) && !old.IsStillAsCompared(left) ? s_changed
            : null;
        if (against is { } why)
        {
            return PutBack(place, temporary, old, why);
        }

        VolumeError gone = volume.Remove(place.Folder, temporary);
        return gone.Failed
            ? PutBack(place, temporary, old, Step.Fail(volume, "the old file cannot be removed", gone))
            : Step.Done;
    }

    // Only our own link stands there, under a name that nobody else can know.
    private Step RemoveLink(Place place, ReadOnlySpan<byte> temporary, Step step)
    {
        VolumeError error = volume.Remove(place.Folder, temporary);
        return error.Failed ? Step.Unfinished(
            $"{step.Reason}; and the temporary link cannot be removed: {volume.Describe(error)}") : step;
    }

    private Step PutBack(Place place, ReadOnlySpan<byte> temporary, IReplaced old, Step why)
    {
        if (!old.IsOurs(place.Folder, place.Bytes))
        {
            return GiveWay(place, temporary, old, s_replaced);
        }

        return _exchange.TryExchange(place, temporary, old.IsOurs, out VolumeError error) switch
        {
            ExchangeResult.Exchanged => RemoveLink(place, temporary, why),
            ExchangeResult.Occupied => GiveWay(place, temporary, old, s_replaced),
            _ => Step.Unfinished($"{why.Reason}; and it cannot be put back: {volume.Describe(error)}"),
        };
    }

    // Another program has put its own file in the place of our link, or removed that. It would have done so to the old
    // file, which goes as it would have gone.
    private Step GiveWay(Place place, ReadOnlySpan<byte> temporary, IReplaced old, Step why)
    {
        VolumeError error = volume.Stat(
            place.Folder, temporary, LinkPolicy.Stay, FactFields.All, out FileFacts left);
        if (error.Kind == VolumeErrorKind.Vanished)
        {
            return why;
        }

        if (error.Failed || !old.IsOld(left))
        {
            return Step.Unfinished($"{why.Reason}; the file that it replaced has a temporary name beside it");
        }

        error = volume.Remove(place.Folder, temporary);
        return error.Failed
            ? Step.Unfinished($"{why.Reason}; and the old file cannot be removed: {volume.Describe(error)}")
            : why;
    }

    // Its file may be there only because the name was missing: then the old file goes only if its content is safe.
    private Step GiveWayAside(Place place, ReadOnlySpan<byte> temporary, IReplaced old, Step why) => old.IsContentKept
        ? GiveWay(place, temporary, old, why)
        : Step.Unfinished($"{why.Reason}; the old file has a temporary name beside it, since its keeper is gone");

    // Where names cannot be exchanged the name is missing for a moment.
    private Step ReplaceAside(Place place, ReadOnlySpan<byte> temporary, IReplaced old)
    {
        VolumeError error = volume.Move(place.Folder, place.Bytes, place.Folder, temporary);
        if (error.Failed)
        {
            return Step.Fail(volume, "it cannot be moved aside", error);
        }

        VolumeError looked = volume.Stat(
            place.Folder, temporary, LinkPolicy.Stay, FactFields.All, out FileFacts outcome);
        Step? against = looked.Failed || !old.IsOld(outcome) ? s_replaced
            : !old.IsKept ? Step.Skip("the keeper is not there any more")
            : !old.IsUndisturbed ? Step.Skip("another program is about to write to it")
            : !old.IsAsCompared(outcome) ? s_changed
            : null;
        if (against is { } why)
        {
            return MoveBack(place, temporary, old, why);
        }

        error = old.MakeLink(place.Folder, place.Bytes);
        if (error.Failed)
        {
            return MoveBack(place, temporary, old, Step.Fail(volume, "the link cannot be made", error));
        }

        if (!old.IsRight(place.Folder, place.Bytes) || !old.IsOldUndisturbed)
        {
            return TakeLinkBack(place, temporary, old);
        }

        error = volume.Remove(place.Folder, temporary);
        return error.Failed
            ? Step.Unfinished($"the old file cannot be removed: {volume.Describe(error)}")
            : Step.Done;
    }

    // What stands under the name is moved aside too before it is looked at: it may be another program's by now.
    private Step TakeLinkBack(Place place, ReadOnlySpan<byte> temporary, IReplaced old)
    {
        byte[] aside = TemporaryName.SecondOf(temporary);
        VolumeError error = volume.Move(place.Folder, place.Bytes, place.Folder, aside);
        if (error.Failed)
        {
            return GiveWayAside(place, temporary, old, s_replaced);
        }

        if (!old.IsOurs(place.Folder, aside))
        {
            error = volume.Move(place.Folder, aside, place.Folder, place.Bytes);
            return error.Failed && error.Kind != VolumeErrorKind.Exists
                ? Step.Unfinished($"another program's file cannot be put back: {volume.Describe(error)}")
                : GiveWayAside(place, temporary, old, s_replaced);
        }

        Step step = MoveBack(place, temporary, old, Step.Skip("another program is about to write to it"));
        return RemoveLink(place, aside, step);
    }

    private Step MoveBack(Place place, ReadOnlySpan<byte> temporary, IReplaced old, Step why)
    {
        VolumeError error = volume.Move(place.Folder, temporary, place.Folder, place.Bytes);
        return error.Kind == VolumeErrorKind.Exists ? GiveWayAside(place, temporary, old, s_replaced)
            : error.Failed ? Step.Unfinished($"{why.Reason}; and it cannot be put back: {volume.Describe(error)}")
            : why;
    }
}
