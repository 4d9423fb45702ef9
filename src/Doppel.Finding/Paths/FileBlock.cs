using System.Runtime.CompilerServices;

namespace Doppel.Finding;

/// <summary>Eight consecutive files in 108 bytes, so that everything known about one is in a few cache lines.</summary>
internal struct FileBlock
{
    internal const int Shift = 3;
    internal const int Files = 1 << Shift;

    /// <summary>The first file's name in the <see cref="NameArena"/>. The names of the other files follow it.</summary>
    internal uint Names;

    /// <summary>The lower 32 bits of the sizes.</summary>
    internal EightNumbers Sizes;

    /// <summary>The lower 32 bits of the inodes.</summary>
    internal EightNumbers Inodes;

    /// <summary>The lower 32 bits of the change stamps; see <see cref="FileStamp"/>.</summary>
    internal EightNumbers Stamps;

    /// <summary>For each file, the index of its parent and flags; see <see cref="FileChunk"/>.</summary>
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
