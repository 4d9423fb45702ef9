using System.Numerics;

namespace Doppel.S3;

/// <content>The values that servers use where they have no digest.</content>
public readonly partial struct S3ETag
{
    // Every digit of 64 bits is 1.
    private const ulong Ones = 0x1111_1111_1111_1111;

    // An MD5 has about 14 different digits. Each of these limits is exceeded by one MD5 in 2^43, or by fewer.
    private const int DigitKindsMin = 5;
    private const int EqualDigitsMax = 11;

    // The MD5 of nothing, and the MD5 of that.
    private static readonly (ulong High, ulong Low) s_nothing = (0xd41d_8cd9_8f00_b204, 0xe980_0998_ecf8_427e);
    private static readonly (ulong High, ulong Low) s_nothingInParts = (0x59ad_b24e_f3cd_be02, 0x97f0_5b39_5827_453f);

    /// <summary>
    /// Returns whether the ETag can be derived from a content of a size. False for the values that servers use in place
    /// of a digest: zeros, one repeated digit, a number, the MD5 of nothing for an object that is not empty.
    /// </summary>
    /// <param name="bytes">The size of the object in bytes.</param>
    /// <returns>False if the ETag does not consist of 16 bytes, or if they are no digest of such a content.</returns>
    public bool MayBeDigestOf(long bytes)
    {
        bool hasParts = PartCount <= bytes || (bytes == 0 && PartCount == 1);
        bool isOfNothing = Digest == s_nothing || Digest == s_nothingInParts;
        return IsDigest && hasParts && !IsPattern && (bytes == 0 || !isOfNothing);
    }

    /// <summary>The 16 bytes, without the part count.</summary>
    internal (ulong High, ulong Low) Digest => (_high, _low);

    private bool IsPattern
    {
        get
        {
            uint digits = 0;
            for (int shift = 0; shift < 64; shift += 4)
            {
                digits |= (1u << (int)((_high >> shift) & 15)) | (1u << (int)((_low >> shift) & 15));
            }

            int equalFirst = BitOperations.LeadingZeroCount(_high ^ ((_high >> 60) * Ones)) / 4;
            int equalLast = BitOperations.TrailingZeroCount(_low ^ ((_low & 15) * Ones)) / 4;
            return _high == _low || Math.Max(equalFirst, equalLast) > EqualDigitsMax
                || BitOperations.PopCount(digits) < DigitKindsMin;
        }
    }
}
