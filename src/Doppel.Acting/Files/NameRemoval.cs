using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Moves names aside, and removes what was moved aside or gives it its name back.</summary>
/// <remarks>
/// What came aside is checked, and once more right before it is removed: the caller does everything that takes time in
/// between, such as looking up the copy that stays. Another program may save under the name as soon as it is free; its
/// file is kept.
/// </remarks>
internal sealed class NameRemoval(IChangeableVolume volume)
{
    private static readonly Step s_replaced = Step.Skip("another program replaced it");
    private static readonly Step s_changed = Step.Skip("another program changed it or its attributes");
    private static readonly Step s_disturbed = Step.Skip("another program is about to write to it");

    /// <summary>Moves a name aside and checks what came aside.</summary>
    /// <param name="place">The name.</param>
    /// <param name="temporary">The temporary name in the same folder.</param>
    /// <param name="old">The file or link that is expected under the name.</param>
    /// <returns>
    /// Null if <see cref="Finish"/> or <see cref="MoveBack"/> must follow, otherwise the outcome.
    /// </returns>
    internal Step? Begin(Place place, ReadOnlySpan<byte> temporary, IRemoved old)
    {
        VolumeError error = volume.Move(place.Folder, place.Bytes, place.Folder, temporary);
        if (error.Failed)
        {
            return Step.Fail(volume, "it cannot be moved aside", error);
        }

        error = Look(place, temporary, out FileFacts aside);
        if (error.Failed || !old.IsOld(aside))
        {
            return MoveBack(place, temporary, old, s_replaced);
        }

        return old.IsAsCompared(aside) ? null : MoveBack(place, temporary, old, s_changed);
    }

    /// <summary>Checks what was moved aside once more, and removes it.</summary>
    /// <param name="place">The name.</param>
    /// <param name="temporary">The temporary name in the same folder.</param>
    /// <param name="old">The file or link that was moved aside.</param>
    /// <param name="against">Why it must get its name back, or null if it may be removed.</param>
    internal Step Finish(Place place, ReadOnlySpan<byte> temporary, IRemoved old, Step? against)
    {
        if ((against ?? WhyNotNow(place, temporary, old)) is { } why)
        {
            return MoveBack(place, temporary, old, why);
        }

        VolumeError error = volume.Remove(place.Folder, temporary);
        return error.Failed
            ? MoveBack(place, temporary, old, Step.Fail(volume, "it cannot be removed", error))
            : Step.Done;
    }

    /// <summary>Returns why what was moved aside must not be removed, or null if it may be.</summary>
    internal Step? WhyNotNow(Place place, ReadOnlySpan<byte> temporary, IRemoved old)
    {
        if (!old.IsUndisturbed)
        {
            return s_disturbed;
        }

        if (Look(place, temporary, out FileFacts aside).Failed)
        {
            return s_replaced;
        }

        if (old.IsStillAsCompared(aside))
        {
            return null;
        }

        return old.IsOld(aside) ? s_changed : s_replaced;
    }

    /// <summary>Gives what was moved aside its name back. If the name is taken by now, that file is kept.</summary>
    /// <param name="place">The name.</param>
    /// <param name="temporary">The temporary name in the same folder.</param>
    /// <param name="old">The file or link that was moved aside.</param>
    /// <param name="why">Why it is not removed.</param>
    internal Step MoveBack(Place place, ReadOnlySpan<byte> temporary, IRemoved old, Step why)
    {
        VolumeError error = volume.Move(place.Folder, temporary, place.Folder, place.Bytes);
        return error.Kind switch
        {
            VolumeErrorKind.None => why,
            VolumeErrorKind.Exists => GiveWay(place, temporary, old, wasMissing: true),
            _ => why.Left("the old file", temporary, volume, error),
        };
    }

    /// <summary>Leaves a name to another program's file, and removes the old one if nothing is lost with it.</summary>
    /// <param name="place">The name.</param>
    /// <param name="temporary">The temporary name in the same folder.</param>
    /// <param name="old">The file or link that has the temporary name.</param>
    /// <param name="wasMissing">
    /// Whether the other program's file may exist only because the name was missing for a moment. If not, the other
    /// program would have displaced the old file too.
    /// </param>
    internal Step GiveWay(Place place, ReadOnlySpan<byte> temporary, IRemoved old, bool wasMissing)
    {
        VolumeError error = Look(place, temporary, out FileFacts left);
        if (error.Kind == VolumeErrorKind.Vanished)
        {
            return s_replaced;
        }

        if (error.Failed || !old.IsOld(left))
        {
            return s_replaced.Left("an earlier version", temporary);
        }

        if (wasMissing && !(old.IsUndisturbed && old.IsStillAsCompared(left) && old.IsContentKept))
        {
            return s_replaced.Left("the old file", temporary);
        }

        error = volume.Remove(place.Folder, temporary);
        return error.Failed ? s_replaced.NotRemoved("the old file", temporary, volume, error) : s_replaced;
    }

    private VolumeError Look(Place place, ReadOnlySpan<byte> temporary, out FileFacts facts) =>
        volume.Stat(place.Folder, temporary, LinkPolicy.Stay, FactFields.All, out facts);
}
