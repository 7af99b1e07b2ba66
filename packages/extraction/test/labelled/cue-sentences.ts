/**
 * What each of the 274 sentences of `memory-items/user-cue-sentences.json` lays down, as one person read it, before looking at
 * what the rules take. Kept by the hash of the text; the text itself is not ours to keep.
 *
 * Durable is what a later session would want to know and could not see in the code at once, said in the speaker's own voice:
 * - lesson: how to work here, or what experience or a correction has shown;
 * - preference: how the speaker wants the work, the product or its users to be treated, beyond the edit at hand;
 * - decision: a choice that was made and is named, with its reason, what it was made against, or the condition it holds under;
 * - domain: how things are here or must be (a fact, an invariant, "only X does Y", "if X, never Y").
 *
 * None are: questions (and statements that ask "right?"), orders for the change at hand, requests for a feature, wishes with "maybe",
 * "for now" or "I guess", findings of a review, scenarios and bug reports, pasted lines, and what cannot be understood without the
 * sentence before it. When in doubt: none. A sentence with more than one category may be remembered as either.
 */
const byCategory = {
  decision: `
    65a698505737b749d802 67ede2fef15e29350170 6f254e1bd3ee257cbf89 c8b447739d418d24cf61
    dfc76ae41b2ea524751e eb793d6c4666fa3a3aea
  `,
  "decision domain": `
    17cf6ca0e5d40f064b28 1d939eb74836011b239b 258fea1ce938f8ce9701 4528d482ab67d53b7ea1
    72857cf8703f762bdb6d b72a381078eb06420392 f5e02391a81fd096f7c2
  `,
  domain: `
    12f1afe04d5c4514db88 33b4cca42decbd898652 387e3b2229451e8ef2f6 8c1dc1a13cab6c3b56d9
    9827b79b51b3ba7749e0 9e789b2038c12297ab2e e72c73136182851f3973
  `,
  lesson: `
    4db7b8c62363b9f7cb5b
  `,
  "lesson decision": `
    92709fcc1907d2418856
  `,
  "lesson decision domain": `
    3a7bd8c77d2c963cc953 5dbef26cec10086bb059
  `,
  "lesson domain": `
    14a984f2e51f89838fb3 7905368d77f8522e9a29 bcadf158205d001a4130 cbb6c16070a669b4bf04
    d1daf178db122429f6a3 efec61949445e64672a7
  `,
  "lesson preference": `
    0ff2b098bae28f3d3091 6a482fa95510bcee242e aa8332bb1a5450aee129 b5cbf7f366f16896dd90
    fcec74547c59c54db4ff
  `,
  "lesson preference decision": `
    50aa02a5a752aeb7f426 93a584a39d39f78dc028 c60feed751afbc263fb1
  `,
  "preference decision": `
    0d0046489582a9bf5983 298309a7a422e6f1df77 580039224a06f71422a4 5e1e2e0ba8094a98cc94
    8b44f72498b17a134857
  `,
  "preference decision domain": `
    0ffe2e41702168dc65f1 87925da04c9126135ad7
  `,
  none: `
    01018918c668697d6abe 010a8f6566d7a7d8fc9f 018706bafa5ac111c0fc 03c0ed1b593ab902a172
    05afbc516431d537570e 089a85ff6b252e6e6bfb 0a5ef52bf0cf06469549 0d1ebbba4289f11335c0
    0ff1bbd77b62458068e5 10586629226894201479 114a62f437b2d07b5b83 1449537fcb2209b7e7d2
    155067fa8f495830c9f6 175555ebdd49f410a1c5 1853db589183958b5d62 18eaa9d9901ad9af0944
    1b50f9644678ba6a1097 1bacf5970eb248303e16 1c393dda39713851499c 1c6c72418df9775ad613
    1cf331e4322066129304 1d42be23f0372bd01bca 1d91e9d985e470d374c1 1e4726a803ca5d86b0cd
    1e4e4b3fa5b5ae0de817 1efedfa27a9a887f1aac 20ae90370517dfc3e6e4 2158867aad4ad9e586e7
    25620f85ba714f9293a2 26f5947da0235b1670b6 270b38e4d5f3bfbb4221 2a3b730579ef478c7dfb
    2a513f932f915aa77198 2a9f004f1496e3381825 2bc85f918a3f0cb9cde5 2cb9a96e25517e8a9ae4
    2cc79eee11cb183a211f 2dfdc8f15101cb59e69f 2ee9aedd3224153e8db8 2f013d37029c106deb26
    2f540ffcd00d4cee2cca 2f74dc3cb06459b375b7 2fb7bc14dd0d9a331243 2fbcc315c506fc911fae
    30847879421078744432 30ec0fbe9df69a030b86 32c2a8d7c80c3972f20e 3351d3c0d918074b703b
    3390847ef1f6044a21b5 3448eb5aace338088ca4 34f3134bfbd55bce50de 353bc5ac8e8013d178b1
    3573b6f68dc09a6ab328 363e75fd4a980d633744 38e9351b5b8bd6d438a5 38eef440d456443be628
    39e27f38be97620e5844 3a29c2e7784e064c08f8 3a5cce173f3d35e7ea48 3d0e1238c8260754defa
    3e978106ec21a72ce9cb 3ec99db1a6be04482d36 40806088b8d673f198e9 42dc6d8278cc3cda89b3
    45299761b88eb3926b66 457227f8aeec1c839927 46d4e0eefbe8dad7062a 478e32745ff8bfdd2298
    479955c0d4fbf4625ff9 48ea0773d6cc47b0ab83 4936263a799b3fb1c2dd 4a5adb64eb12cfe919cf
    4a5b0dc66c4670a6e1b2 4a6b4a3187ee20bae034 4a834a8049dd4af53a97 4b6ac63ad09f01ba05d4
    4c4b6d068d634ec596ba 4e9002015b48f6d71695 4f296d59abfd3b58644d 50cd054bcb2b4312b843
    510cf26a51ebb17d3b82 5174a6f50a04098dfa0a 51a30a5b3cdef493adb6 51ca6a306e0fb7711a73
    522717d918f33c55d928 536ebf3113f0134e13ed 54e1089a237432f88ff3 5562dea08c55ee0d0d5a
    56041703b0a81a6cdaac 56b65a7223798a526616 582eb93c960cb6f2c2fe 5ab5cd8f905a4ea42f47
    5de805e2c307c4b57fcb 6142740335bc41724247 6144e5249a62ecbe88df 624f50793533d7e78a75
    631b7a062848eac83105 639bff35340829f19b6e 63e8ad3c8babc3c0db31 646d4e67a4457a6940e3
    65457e271ad9586c4d8a 66630e707c3c1bdde40f 67e46fc21f4d59a689ee 6885c7081520230facc0
    68db98599f032241b0e6 6a2a175f15f31eb8c68b 6ab46997b1e5fe5b7760 6b10409993acaa879cf0
    6b69a6d64f064d30d0c2 6befb7a2e9e4ecf4048b 6c22c2b681fb8633b469 6c2d98648b652f421a6c
    6e0e27703f16fa6aac24 6e7f1a9276b2b0646d0f 6eae1c53ba34bd920c72 72e9aa9d276b9e79f942
    7361d3bb4fa8771f56eb 7374dc12d5a5ef660797 75309373075f93f8a7c6 7559facfc21e2e6d3151
    75b7b6699adb77f9ea2c 7926e96a3cfafe95396f 7971045b1ea5781b4baf 7994b49052cbf650e2ac
    7b036fa8c93183769c4b 7b68dd94c81b350888b5 7d13e2b67e529edc7355 7fa835e4097d6548bf12
    817ea3a3d0c38b20a056 836102b40cffd6d68cd0 841aef1269436b152937 842ee8bdf5b25e34daf4
    84c07ba1587fa966ac8f 86d43c146dedb2c85f5e 88d9c02195d5db687807 8aac9460fe8e5d880342
    8acbea246c04c73c5fc5 8b5212e6ba230baa462b 8b60b55a73f34ac4467b 8bbdbfc63636ab42b4a8
    90e0a0ddbb19f87b0898 9283f3a69f82332d7bbe 9837ebbd6d25ef677ae3 994796f2196fc64e4c75
    9a4733c624981fa59a66 9b84e035bd7a5f35bdb9 9bf4790a075d7a0b11f3 9d1808cf277a1c980421
    9e1d1658b455f8c0cc05 9f7617220217e941352b a350ba18867c090305fb a56714d4276eb8931dd1
    a62ebaab71e9ec846847 a714bc2812db6d1bf63b a97d6a4123a162b1772c ab2272bdd6ce082ec385
    ae1c89426470a49475fd ae4438b82eb99d094636 ae5be1d40a0ae1bdf2d8 af86dc206e7a90ade4f1
    b059ccf59397b79bc142 b0dda93b4953ba7cd814 b3243a2d846c43d1ce3f b35db5a096fb2d4c5be4
    b3ca8a4ea90cbf4b2729 b5cbf091c0b793d3c513 b67e28da4ae308cff335 b7f1c2d3af235b80ab84
    b95efc6691632449c707 ba568e6fe349a6e27104 bba4284461c52921a74a bc9f22f9451c8adeeaff
    bde5c038336a6fc3e5cb be013c35aed35f4385b9 be54250edd73a84aabfa c25b4155c7e76f5aa908
    c2bebc6e98581ddaec4d c2fefd2fdfd95ba2fd2f c46617e1885d84e1a1cf c4d1487a0d7b5589a39a
    c4d58f39d30899dcbe86 c7a36ab7c9772ec48f36 c93d55b1f4aaf68e103d cd42029852dce74691ad
    cde98f890d1c759bb2c0 cf9a35486de0093eacc1 d00c33a2e2f2884281b7 d20d63a5717b33f24147
    d34541b9203c60a16685 d513054778ceb582b72c d58dbd45884161d879de d59869a1a115094185f5
    d7281585aa95dfcfa78f d8ee7543cb08a2ae9c3b d92128288fbcbaf6ac9f daa169795f5c4d9c39e6
    dac40e5dc2fa94bac102 dd0e79831a1233e8039a ddc4f4d4257c8fda88e1 e1b55d085423e53fc310
    e39823ca52e4a5b83365 e3a022fa426832a0c002 e400201e13ce695433b2 e4a7f1194145f964fdb0
    e6048fd30006de50ac83 e62fb08a2ac00527f286 e7a2b8457dc116cbef3f e9e088af93f1a420b939
    eae76260068cce322f67 eb2c125c8479c0518ddd eb75d113e7150eedb324 ec631aa1a5ebc9eb6897
    ed2f4611a8ff93cd80c0 f0e915a37be440736fe2 f27f7fc0731e343cd6dd f36949b61df75cb9ac22
    f3e59722cbeaff85fe40 f4d3317c5b5277f043ea f4f59280b1e1668f8b1b f569e6535da473ad1d64
    f624bdcbf5ac646def95 f6f519e667c8064d9a70 fa1353131054b8b31dc2 fb308d5e7d9b2ef03412
    fbe23f8521d3dec08c09 fc7464f88c2ef78041af fc828cc714b146e0d26a fd813fc1f7643144e5c6
    ff90e3c510c9f0d84f33
  `,
} as const;

/** The categories a sentence may be remembered as, by the hash of its text; empty when it is to be left. */
export const labelOfSentence: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(byCategory).flatMap(([categories, hashes]) =>
    hashes
      .trim()
      .split(/\s+/)
      .map((hash) => [hash, categories === "none" ? [] : categories.split(" ")] as const),
  ),
);
