using System.Runtime.CompilerServices;

namespace Doppel.Finding;

/// <summary>Eight neighbouring files in 108 bytes: all that is known of one lies in a few cache lines.</summary>
internal struct FileBlock
{
    internal const int Shift = 3;
    internal const int Files = 1 << Shift;

    /// <summary>The name of the first in the <see cref="NameArena"/>; those of the others follow it.</summary>
    internal uint Names;

    /// <summary>The lower 32 bits of the sizes.</summary>
    internal EightNumbers Sizes;

    /// <summary>The lower 32 bits of the inodes.</summary>
    internal EightNumbers Inodes;

    /// <summary>See <see cref="ChangeStamp"/>.</summary>
    internal EightNumbers Stamps;

    /// <summary>Where each has its parent and mark, see <see cref="FileChunk"/>.</summary>
    internal EightBytes Places;

    [InlineArray(Files)]
    internal struct EightNumbers
    {
        private uint _first;
    }

    [InlineArray(Files)]
    internal struct EightBytes
    {
        private byte _first;
    }
}
