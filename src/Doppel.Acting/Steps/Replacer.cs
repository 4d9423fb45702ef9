using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>
/// Replaces a name of a duplicate, or a symbolic link to it, with a link to the keeper, such that the name leads to the
/// content at every instant.
/// </summary>
/// <remarks>
/// <para>
/// The link is created under a temporary name and atomically exchanged with the duplicate's name. What came out is then
/// checked: only the very file that was compared, or the link that was read, is removed. Anything else is put back.
/// </para>
/// <para>
/// Another program may save under the name at any moment, even after the exchange. Its file is kept. The file that we
/// exchanged never takes back a name that no longer refers to our link; it is removed if its content is safe.
/// </para>
/// </remarks>
internal sealed class Replacer(IChangeableVolume volume)
{
    private static readonly Step s_replaced = Step.Skip("another program replaced it");
    private static readonly Step s_changed = Step.Skip("another program changed it or its attributes");
    private static readonly Step s_disturbed = Step.Skip("another program is about to write to it");
    private static readonly Step s_unkept = Step.Skip("the keeper no longer exists");

    private readonly NameExchange _exchange = new(volume);
    private readonly NameRemoval _removal = new(volume);

    /// <summary>Replaces one name.</summary>
    /// <param name="place">The name.</param>
    /// <param name="temporary">The temporary name in the same folder.</param>
    /// <param name="old">The old file under the name, and the link that replaces it.</param>
    internal Step Replace(Place place, ReadOnlySpan<byte> temporary, IReplaced old) =>
        Begin(place, temporary, old) ?? Finish(place, temporary, old);

    /// <summary>Exchanges the link with the name. The old file then has the temporary name.</summary>
    /// <param name="place">The name.</param>
    /// <param name="temporary">The temporary name in the same folder.</param>
    /// <param name="old">The old file under the name, and the link that replaces it.</param>
    /// <returns>Null if <see cref="Finish"/> must follow, otherwise the outcome.</returns>
    internal Step? Begin(Place place, ReadOnlySpan<byte> temporary, IReplaced old)
    {
        // Do not create the link first: a link that is removed while its file is open may linger until the file is
        // closed.
        if (!volume.CanExchange)
        {
            return ReplaceAside(place, temporary, old);
        }

        VolumeError error = old.MakeLink(place.Folder, temporary);
        if (error.Failed)
        {
            return Step.Fail(volume, "the link cannot be created", error);
        }

        if (!old.IsRight(place.Folder, temporary))
        {
            return RemoveLink(place, temporary, Step.Skip("a link from there does not reach the keeper"));
        }

        if (!old.AreBothUndisturbed)
        {
            return RemoveLink(place, temporary, s_disturbed);
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
        if (looked.Failed || !old.IsOld(outcome))
        {
            return PutBack(place, temporary, old, s_replaced);
        }

        // A program that waits to write to the keeper by now may have come through the link. If the name were put back,
        // its data would be in the keeper only.
        Step? against = old.IsUndisturbed ? WhyNotOld(old, outcome) : s_disturbed;
        return against is { } why ? PutBack(place, temporary, old, why) : null;
    }

    /// <summary>Removes the old file that got the temporary name in <see cref="Begin"/>, or puts it back.</summary>
    internal Step Finish(Place place, ReadOnlySpan<byte> temporary, IReplaced old)
    {
        if (!old.IsRight(place.Folder, place.Bytes) && !old.IsOurs(place.Folder, place.Bytes))
        {
            return GiveWay(place, temporary, old);
        }

        VolumeError looked = volume.Stat(
            place.Folder, temporary, LinkPolicy.Stay, FactFields.All, out FileFacts left);

        // A run with the opposite keeper may have turned the keeper into a link to this very name.
        if (!old.IsRight(place.Folder, place.Bytes) || !old.IsKept)
        {
            return PutBack(place, temporary, old, s_unkept);
        }

        // Only the old file matters here: anyone who wants to write to the keeper by now does so through a link that is
        // kept.
        if (!old.IsUndisturbed)
        {
            return PutBack(place, temporary, old, s_disturbed);
        }

        if (!looked.Failed && !old.IsStillAsCompared(left))
        {
            return PutBack(place, temporary, old, s_changed);
        }

        VolumeError gone = volume.Remove(place.Folder, temporary);
        return gone.Failed
            ? PutBack(place, temporary, old, Step.Fail(volume, "the old file cannot be removed", gone))
            : Step.Done;
    }

    private static Step? WhyNotOld(IReplaced old, in FileFacts outcome) =>
        old.IsAsCompared(outcome) ? null : s_changed;

    // The temporary name, which nobody else can know, refers to our own link only.
    private Step RemoveLink(Place place, ReadOnlySpan<byte> temporary, Step step)
    {
        VolumeError error = volume.Remove(place.Folder, temporary);
        return error.Failed ? step.NotRemoved("the temporary link", temporary, volume, error) : step;
    }

    private Step PutBack(Place place, ReadOnlySpan<byte> temporary, IReplaced old, Step why)
    {
        if (!old.IsOurs(place.Folder, place.Bytes))
        {
            return GiveWay(place, temporary, old);
        }

        return _exchange.TryExchange(place, temporary, old.IsOurs, out VolumeError error) switch
        {
            ExchangeResult.Exchanged => RemoveLink(place, temporary, why),
            ExchangeResult.Occupied => GiveWay(place, temporary, old),
            _ => why.Left("the old file", temporary, volume, error),
        };
    }

    // Another program has replaced our link with its own file, or has removed the link. Without us it would have done
    // so to the old file, so the old file is removed, as it would have been.
    private Step GiveWay(Place place, ReadOnlySpan<byte> temporary, IReplaced old) =>
        _removal.GiveWay(place, temporary, old, wasMissing: false);

    // Where names cannot be exchanged, the name is missing for a moment.
    private Step ReplaceAside(Place place, ReadOnlySpan<byte> temporary, IReplaced old)
    {
        if (_removal.Begin(place, temporary, old) is { } ended)
        {
            return ended;
        }

        Step? against = old.IsKept ? null : s_unkept;
        against = old.AreBothUndisturbed ? against : s_disturbed;
        if (against is { } why)
        {
            return _removal.MoveBack(place, temporary, old, why);
        }

        VolumeError error = old.MakeLink(place.Folder, place.Bytes);
        if (error.Failed)
        {
            return _removal.MoveBack(
                place, temporary, old, Step.Fail(volume, "the link cannot be created", error));
        }

        against = old.IsRight(place.Folder, place.Bytes) ? _removal.WhyNotNow(place, temporary, old) : s_unkept;
        if (against is { } late)
        {
            return TakeLinkBack(place, temporary, old, late);
        }

        error = volume.Remove(place.Folder, temporary);
        return error.Failed
            ? Step.Done.NotRemoved("the old file", temporary, volume, error)
            : Step.Done;
    }

    // The name is moved aside as well before it is checked, because it may refer to another program's file by now.
    private Step TakeLinkBack(Place place, ReadOnlySpan<byte> temporary, IReplaced old, Step why)
    {
        byte[] aside = TemporaryName.SecondOf(temporary);
        VolumeError error = volume.Move(place.Folder, place.Bytes, place.Folder, aside);
        if (error.Failed)
        {
            return _removal.GiveWay(place, temporary, old, wasMissing: true);
        }

        if (!old.IsOurs(place.Folder, aside))
        {
            error = volume.Move(place.Folder, aside, place.Folder, place.Bytes);
            Step given = _removal.GiveWay(place, temporary, old, wasMissing: true);

            // If another save has taken the name by now, both are kept.
            return error.Kind switch
            {
                VolumeErrorKind.None => given,
                VolumeErrorKind.Exists => given.Left("an earlier version", aside),
                _ => given.Left("its file", aside, volume, error),
            };
        }

        return RemoveLink(place, aside, _removal.MoveBack(place, temporary, old, why));
    }
}
